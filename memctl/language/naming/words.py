"""How names are built: titles, legal forms, surnames.

They go with a name into any language (Frau Halm is in an English note as well), and names are
compared where no lexicon is at hand; so they are no table of one language. The words around a
name are (`name_use`), and those by which a new one is guessed (`names`).
"""

from types import MappingProxyType


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES = _words(
    "mr mrs ms miss mx dr doctor prof professor sir madam dame lord lady herr frau fr coach"
    " rev reverend revd cllr canon pastor trainer captain capt lieutenant lt colonel sergeant sgt"
    " cadet monsieur mme madame señor señora dott ing"
)
DEGREES = _words("phd md mba esq dds msc bsc rn cpa")
HAN_TITLES = (
    "教授", "副教授", "博士", "先生", "女士", "小姐", "太太", "老师", "医生", "大夫", "律师",
    "同学", "师傅", "主任", "经理", "总监", "院长", "校长", "所长", "处长", "局长", "护士长",
    "工程师", "总", "工", "导",
)  # fmt: skip
HAN_HONOURS = (
    *HAN_TITLES,
    "阿姨", "叔叔", "伯伯", "婶婶", "大姐", "大哥", "大爷", "大妈", "大叔", "大婶", "嫂子",
    "奶奶", "爷爷", "阿婆", "阿公", "教练", "老板", "老师傅", "姐", "哥", "叔", "姨", "嫂", "婶",
    "伯", "董", "局", "处",
)  # fmt: skip
"""What follows a surname where no given name does: 邵阿姨 is no 阿姨 of another surname."""
LEGAL_FORMS = _words(
    "gmbh ltd limited inc incorporated llc llp plc ag kg ug se sa sarl sas bv nv oy oyj ab as aps"
    " spa srl corp corporation co pte pty kk mbh ev eg kgaa ohg gbr sl sdn bhd"
)
SAME_FORMS = MappingProxyType(
    {"limited": "ltd", "incorporated": "inc", "corporation": "corp", "company": "co"}
)
HAN_LEGAL_FORMS = ("股份有限公司", "有限责任公司", "有限公司", "株式会社", "股份公司")

SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程"
    "苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦傅方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝"
    "龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞"
    "左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳欧阳管柴蒙鲍华喻祁蒲"
    "房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟"
    "应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝屠贝胥狄仝冀闾莘晁"
    "訾阚匡阙鄂谯笪楚阎鄢缑璩濮扈郏浦慕茹宦庾暨逄邰郦雍揭粟禹殳夔鞠蒯逯郁桓嵇宓蔺鄞隗亓仉佴"
)
COMPOUND_SURNAMES = (
    "欧阳", "司马", "上官", "诸葛", "东方", "皇甫", "尉迟", "公孙", "慕容", "令狐", "司徒",
    "长孙", "宇文", "夏侯", "轩辕", "端木", "百里", "南宫", "万俟", "闻人", "澹台",
)  # fmt: skip
# Surnames that far more often are another word before a name: 和可心, 向可心, 从可心.
SURNAMES_AS_WORDS = frozenset("和向于时常应都从安成全明查万解单连关管包游左路高方白黄金文师司车商")

# How people are called by a part of their name: 涛哥, 静姐.
HAN_FAMILIAR = ("哥", "姐")
HAN_SMALL = ("小", "阿")
PARTICLES = "de|van|von|der|di|da|la|le|al|el|bin|dos|du|ten|ter|zu"
