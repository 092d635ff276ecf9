"""How names are built: titles, legal forms, surnames, characters of given names.

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
# Characters that seldom begin a word of their own but often end a given name.
GIVEN_ENDINGS = frozenset(
    "强军辉亮航磊涛琳娜婷雯萱妍曦宸泽铭琪瑶桐楠彤芸岚菲凯鑫鹏龙轩涵昕帆诺鸣伟俊杰浩宇辰睿欣怡悦蕾薇莉莎"
    "倩颖洁霞燕玲芳萍娟敏斌彬峰刚勇毅翔宁佳嘉豪哲博晨旭昊淼森焱垚晗晴璐瑾瑜璇"
)

# Characters that end a given name and begin words as well: 东 | 东京, 明 | 明天.
GIVEN_OR_WORD = frozenset(
    "明东国平华光海山林春秋民康福祥贵荣庆红云雪江河波松梅兰英慧美丽丹青良义仁德才武胜元远"
    "南北文兴旺升发和善廷棠石泉清玉珍秀凤桂香芝莲权昌盛忠孝恒"
)
# Where such a character begins a word, or is a verb by itself, beside HAN_PAIRS.
HAN_NO_ENDING = _words(
    "明早 明晚 明日 明说 东京 东莞 东北 东南 东部 东边 国庆 国内 国外 国有 平日 平和 光是 光说 光在"
    " 和在 和跟 和从 和也 发现 发的 发了 升了 升任 升为 升职 升的 远在 红了 旺了"
)
# What says that a name has ended before it: a verb, a time, a mark.
HAN_AFTER_NAME = (
    r"在|是|住|搬|的|也|还|已|刚|从|对|没|不[吃喝抽做干在去想再能]|要[去在搬]|会[说弹开]|说|跟|去[了年]"
    r"|今[天年早晚]|昨[天日晚]|明[天年早晚]|[前后]天|上个?[周月]|下个?[周月]|[本这][周个]|现在|目前|最近|一[直起块同]"
    r"|喜欢|讨厌|入职|离职|辞职|跳槽|加入|升[了任为职]|调[到去往]|转[到去岗行正]|换了|担任|任职|负责|接手"
    r"|结婚|离婚|怀孕|生病|住院|毕业|退休|考上|戒了|养了|[，。！？；：、,.!?;:）)\s]|\Z"
)

# Words that a name's last character may begin: 何平 | 平时.
HAN_PAIRS = _words(
    "平时 平台 平均 平常 一直 一起 一般 一定 一样 一些 一下 一个 明天 明年"
    " 明白 今天 今年 文件 文档 方便 方面 高兴 成功 成为 天天 生日 安排 安全"
    " 海外 国家 国际 强调 立即 立刻 建议 建立 志愿 伟大 清楚 清理 新的 东西"
    " 南方 北京 北方 利用 正在 正式 然后 如果 可以 可能 可是 自己 心里 有时"
    " 时候 时间 和平 向来 从来 本来 本人 金额 总是 总部 总共 总结 总体 总之 总算 总经 总裁"
    " 工作 工程 工具 工资 工厂 工地 导致 导演 导航 涛声 雪白 雪花 月亮 月光 月初 月底 星星"
)
