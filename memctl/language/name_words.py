"""Words around names that hold without a lexicon: titles, legal forms, words that names share.

Comparing and finding *known* names needs only these. Guessing new names reads more from
`names.toml` (see new_names.py).
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

COMMON_WORDS = _words(
    "will may mark rose grace hope bill jack frank art dawn june april august pat sue rob drew"
    " grant chase miles ray gene dean faith joy ivy olive violet lily daisy iris ruby pearl amber"
    " jade crystal summer autumn winter sky rain river brook glen cliff dale forest heath reed"
    " wade lane rich max guy buddy buck chip chuck skip hunter fisher carter mason page porter"
    " turner walker baker cook king prince duke earl baron bishop pope major judge marshal sunny"
    " christian bob don ken les nick peg penny poppy rusty sandy sally josh jimmy harry teddy tom"
    " wing star moon ace angel atlas beacon bridge canvas compass echo ember falcon flow fusion"
    " harbour harbor horizon lark lighthouse match north nova orbit orchid palm phoenix pilot"
    " pulse relay signal slate spark sprint stride summit thrive trail wave willow target apple"
    " shell gap square stripe block zoom slack notion linear loom box meta visa oracle amazon"
    " an in on so to be by do go he her him his if it its me my no of or our out she them they"
    " this us we you ash basil bay bear blue brandy candy carol cat charity clay cliff coral dot"
    " fern ginger gray green hazel holly jay jewel kit lark laurel leaf love mercy merry myrtle"
    " nova opal pansy patience peace pip precious robin rocky sage sterling storm tiger victor"
    " wren young long short black white brown gold silver stone hall hill wood field ford price"
    " anchor sparrow raven eagle hawk owl wolf lion otter badger heron cedar oak maple birch pine"
    " acorn pebble granite marble copper iron steel lantern candle torch harvest meadow garden"
    " orchard island valley canyon delta tide ocean breeze thunder comet rocket shuttle ladder"
    " hammer needle thread mirror window door gate tower castle kite puzzle park bay"
    " cash case best small little noble sharp swift wise"
)
MONTH_WORDS = _words("march april may june august")
MONTH_COMPANY = _words("in since until till by during early mid late last next this of")
NOT_A_SUBJECT = _words(
    "i you we he she it they the this that there these those a an my your our his her their not"
    " be do have and or"
)

RELATIONS = _words(
    "mum mom mother mummy mommy dad daddy father boss manager wife husband sister brother gran"
    " granny grandma grandpa grandad nan aunt auntie uncle landlord landlady flatmate roommate"
)
HAN_RELATIONS = frozenset(
    [
        "妈", "妈妈", "母亲", "爸", "爸爸", "父亲", "婆婆", "公公", "岳父", "岳母", "丈母娘",
        "老婆", "老公", "妻子", "丈夫", "太太", "先生", "爷爷", "奶奶", "外公", "外婆", "姥姥",
        "姥爷", "哥", "哥哥", "姐", "姐姐", "弟", "弟弟", "妹", "妹妹", "儿子", "女儿", "舅舅",
        "阿姨", "姑姑", "姑妈", "叔叔", "伯伯", "老板", "领导", "房东", "室友", "导师", "表哥",
        "表姐", "表弟", "表妹", "嫂子", "姐夫", "大姨", "小姨", "宝宝", "阿婆", "阿公",
    ]
)  # fmt: skip
OWNERS_ELSE = ("他", "她", "你", "您", "们", "别人", "人家", "邻居", "隔壁", "谁")
OWNERS_SELF = ("我的", "我家的", "我家", "咱", "咱家", "咱们的", "我们家的", "我们家", "俺")

HAN_COMMON = frozenset(
    [
        "遥遥", "匆匆", "慢慢", "渐渐", "悄悄", "轻轻", "默默", "深深", "刚刚", "常常", "往往",
        "高兴", "开心", "安静", "平安", "阳光", "文静", "建国", "国庆", "海洋", "明天", "建设",
        "和平", "胜利", "光明", "健康", "快乐", "幸福", "美丽", "温柔", "可爱", "聪明", "勇敢",
        "成功", "成长", "方便", "方圆", "高明", "高原", "黄金", "江山", "白云", "白雪", "雷雨",
        "温暖", "万里", "天天", "向阳", "向前", "安康", "安心", "安定", "安宁", "常青", "常新",
        "金石", "金星", "水星", "晨光", "晨曦", "黎明", "春天", "春风", "夏天", "秋天", "冬天",
        "新月", "新年", "长江", "长城", "长安", "东方", "东风", "关心", "关爱", "耐心", "永远",
        "从容", "自强", "自立", "自在", "思想", "思念", "思考", "文化", "文学", "文明", "子弹",
        "志愿", "志气", "立春", "立秋", "谷雨", "小满", "小雪", "大雪", "如意", "如果", "如何",
        "晓得", "明白", "明显", "清楚", "清明", "清晨", "清风", "乐意", "乐观", "欢乐", "欢喜",
        "欣赏", "欣然", "悠然", "自然", "当然", "果然", "忽然", "突然", "依然", "天然", "安全",
        "云海", "云端", "星空", "星海", "灯塔", "蓝图", "桥梁", "火花", "火箭", "飞鸟",
        "飞鱼", "青山", "青春", "麦田", "晴天", "雨天", "海风", "海岸", "山海", "远方", "远山",
    ]
)  # fmt: skip

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
PLACE_WORDS = _words(
    "street road avenue lane park square bridge hospital university college school airport station"
    " hotel museum library church valley river lake island beach mountain hill st rd ave"
)
INDEFINITE = _words("a an some any another every each no")
PARTICLES = "de|van|von|der|di|da|la|le|al|el|bin|dos|du|ten|ter|zu"
THING_WORDS = _words(
    "project app repo build launch release migration rollout team deal office deadline code branch"
    " beta roadmap backlog board site page tool server budget contract invoice account"
)
NO_SURNAME = _words(
    "i i'm i'll i've monday tuesday wednesday thursday friday saturday sunday january february"
    " march april may june july august september october november december"
)
# A number with a measure before it makes the next word a thing: 一袋松果.
HAN_COUNTED = (
    r"[一二两三四五六七八九十几这那每某半数]"
    r"[个袋颗只条本张把块片份件台辆棵朵粒包盒箱瓶杯碗盘束堆群对双座栋间层根支枝枚点些种]\Z"
)
# Words that end with a surname: 回顾 | 老师.
HAN_ENDS = _words(
    "回顾 照顾 光顾 不顾 兼顾 森林 树林 园林 提高 最高 身高 很高 增高 公安 晚安 现金 基金"
    " 资金 奖金 租金 押金 美金 子孙 外孙 大方 地方 对方 双方 官方 甲方 乙方 警方 南方 北方"
    " 前方 后方 各方 校方 立马 罗马 木马 完成 形成 组成 变成 达成 造成 浙江 长江 由于 对于 关于"
    " 终于 等于 属于 处于 位于 方向 走向 面向 转向 平时 小时 当时 及时 临时 同时 随时 准时"
    " 按时 有时 暂时 工程 课程 过程 里程 流程 行程 日程 编程 明白 表白 空白 花钱 赚钱 价钱"
    " 羽毛 眉毛 山谷 气温 体温 经常 日常 平常 正常 其余 业余 不管 尽管 主管 了解 理解 事项 机关"
    " 儿童"
    " 文件 条件 一路 公路 马路 迷路 网路 负责任 主任 责任 信任 担任 历史 温和"
)

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
