"""Chinese jottings: whose each is, what ends for good, what holds only once."""

from datetime import date

import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.jobs.lexicons import shipped_lexicon
from memctl.language.naming.slugs import slugify
from memctl.rules.extraction import extract, told_above

LEXICON = shipped_lexicon()
ME = EntityRef("people/me")
DAY = date(2026, 3, 10)
KNOWN = ("妈", "爸", "阿哲", "小禾", "邵知秋", "projects/灯笼计划")


def block_of(text, line=3, **options):
    return Block(path="memory/2026-03-10.md", line=line, text=text, day=DAY, **options)


def known(names):
    entities = {ME: Entity(ME, "我")}
    for name in names:
        folder, _, called = name.rpartition("/")
        ref = EntityRef(f"{folder or 'people'}/{slugify(called)}")
        entities[ref] = Entity(ref, called)
    return make_graph(entities)


def read(text, names=KNOWN, above=None, **options):
    graph, block = known(names), block_of(text, **options)
    before = block_of(above, 2, **options) if above else None
    told = told_above(block, {block: before} if before else {}, graph, LEXICON)
    return extract(block, graph, LEXICON, me=ME, before=told)


def kept(text, *args, **options):
    return [c for c in read(text, *args, **options) if c.accepted]


def named(text, *args, **options):
    return {c.entity_name if c.entity != ME else "我" for c in kept(text, *args, **options)}


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("我妈糖尿病，二甲双胍一天两片", "妈"),
        ("咱爸装了起搏器", "爸"),
        ("我外婆听力不行了", "外婆"),
        ("磨床师傅老邵腿不好，别让他搬", "老邵"),
        ("老公邵一凡在船厂当电焊工", "邵一凡"),
        ("我老婆邵禾教美术", "邵禾"),
        ("邵禾川 美院老师，脾气急", "邵禾川"),
        ("邵川 不喜欢打电话，有事留言", "邵川"),
        ("新阿姨姓邵，河南人，每周三上午，50一小时", "邵阿姨"),
        ("房东段姐微信：「房租还是2600，月初转我」", "段姐"),
        ("社团财务是段姐，交钱找她", "段姐"),
        ("养了两年的柯基毛豆今天称了 14斤，该减肥", "毛豆"),
        ("毛毛虾过敏，食堂又给了虾饼", "毛毛"),
        ("老褚是我们的会计", "老褚"),
        ("Odile管采购，报价找她", "Odile"),
        ("抱回一只狸花猫，取名芝麻", "芝麻"),
    ],
)
def test_somebody_new_owns_what_is_told_of_them_from_the_first_line_on(text, owner):
    assert named(text, ()) == {owner}


@pytest.mark.parametrize(
    "text",
    [
        "我妈的同事住院了",
        "小鹏提前到了，上周提的车，黑的换成蓝的",
        "邵知秋把她的缝纫机送我了（九成新）",
        "小禾找我谈：5月1号起我当车间主任，9000（原来7500）",
        "搬去宁波了，先别告诉妈",
        "组长：段总监（以前是小禾）",
    ],
)
def test_what_is_the_writers_or_nobodys_stands_at_the_writer(text):
    assert named(text, ("妈", "小禾", "邵知秋")) == {"我"}


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ("新来的实习生小邵报到，大名邵一凡，宁波人", "邵一凡", "小邵"),
        ("段总（段明远）是厂里老板，只看报表", "段明远", "段总"),
        ("老公邵一凡在船厂上班", "邵一凡", "老公"),
    ],
)
def test_two_names_in_a_line_are_one_person(text, name, other):
    (found,) = kept(text, ())

    assert (found.entity_name, found.entity_names) == (name, (other,))


def test_the_husband_of_somebody_else_is_not_called_husband():
    assert all("老公" not in c.entity_names for c in kept("小禾老公邵一凡在船厂上班"))


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("灯笼计划立项了，我跟阿哲负责，5月出样", "灯笼计划"),
        ("妹妹知夏在宁波教琴，男朋友叫邵川", "知夏"),
    ],
)
def test_a_line_is_not_cut_from_what_it_is_about(text, owner):
    found = kept(text)

    assert found[0].entity_name == owner
    assert {c.text for c in found} == {text}


def test_a_result_is_of_whom_the_line_above_tells_and_begins_without_its_but():
    (found,) = kept("但是核桃阳性，花生酱别买", above="小禾复查过敏原，虾阴性，可以吃了")

    assert (found.entity_name, found.text) == ("小禾", "小禾：核桃阳性，花生酱别买")


@pytest.mark.parametrize(
    "text",
    [
        "核桃阳性",
        "小禾对磺胺起疹子，急诊登记了",
        "小禾过敏原报告：虾、尘螨",
    ],
)
def test_an_allergy_that_a_result_tells_is_kept(text):
    assert kept(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("老公邵一凡在船厂当电焊工，年底据说要当班长（没定）", "老公邵一凡在船厂当电焊工"),
        ("妈肩袖损伤，打算先吃药不动刀", "妈肩袖损伤，打算先吃药不动刀"),
    ],
)
def test_a_doubt_behind_it_does_not_take_what_is_certain(text, told):
    assert [c.text for c in kept(text)] == [told]


@pytest.mark.parametrize(
    "text",
    [
        "听说船厂要搬，阿哲当电焊工",
        "阿哲在船厂当电焊工，听说的",
        "阿哲在船厂当电焊工，没人证实",
    ],
)
def test_what_is_only_heard_is_none(text):
    assert not kept(text)


@pytest.mark.parametrize(
    "text",
    [
        "邵阿姨嫌新家太远，不来了",
        "护工邵姐回老家，今天最后一天",
        "阿哲退队了，膝盖不行",
        "针灸做完两个疗程了，腰好多，不用再去了",
    ],
)
def test_what_is_over_ends_something(text):
    assert [c.kind for c in kept(text)] == ["end"]


@pytest.mark.parametrize(
    "text",
    [
        "秋季校服12款全交了！！！",
        "食堂标中了！！",
        "小禾剩的800也到了",
        "借了三脚架给阿哲，他说周末还",
        "订了辆宏光，白色，5月提",
        "校徽加量到900枚，交期不变",
        "被收购后工龄照算，合同不重签",
        "五金：宏达，对接人阿全，螺丝一盒18.5",
        "上班还是骑小折叠稳，15分钟",
        "邵川是第一天上任，头一件事：每周五早上9:15例会",
        "段老师发消息：「小禾家长，下周起琴课挪到周六16:00哈」",
        "妹妹要去釜山了！学校派，9月走，一年",
    ],
)
def test_what_holds_from_now_on_is_kept_in_the_words_of_the_day(text):
    assert kept(text)


@pytest.mark.parametrize(
    "text",
    [
        "今天小禾的琴课临时改线下，就这一次",
        "小禾拉肚子没去游泳，下周照旧",
        "阿哲今天喝了一杯，下不为例",
        "阿哲说不想干了——他每个月说八百遍",
        "整理第三轮，袋子用完5包，阿哲翻出他小学日记",
        "姑妈降压药吃20mg的那种，妈非要跟人家比",
        "楼下水果店老板的房租从3000涨到5000，比我惨",
        "对门也请了个邵阿姨，人家是月嫂",
        "小禾说她同桌也叫毛毛，在育才上班",
        "阿哲上次带班还是2019年，那会儿我还在跟他学",
        "跟阿哲商量，要么搬去江东，离他公司近",
        "复查血脂",
        "阿姨今天不来了",
    ],
)
def test_once_in_jest_or_at_strangers_is_none(text):
    assert not kept(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("邵雯现在一天两杯奶茶，她才该戒", "邵雯"),
        ("邵东正是上任，第一件事：每周三早上8:45站会", "邵东"),
    ],
)
def test_a_name_ends_before_the_word_that_follows(text, name):
    assert {c.entity_name for c in read(text, ())} == {name}


def test_who_is_spoken_to_in_a_message_is_nobody_new():
    assert named("小禾还我3000，「段姐剩一千下月哈」收了") == {"小禾"}


@pytest.mark.parametrize(
    "text",
    [
        "德语B1过了，88分",
        "教资下来了",
        "验光左275右300",
        "调休只剩两天半",
        "网盘扩到6T",
        "杂志只留了三联",
        "耳机换了，森海HD600",
        "折叠桌借给三楼小禾了",
        "我手里还有小禾的琴谱，记得还",
        "推子还回来了",
        "退了摄影社，进了龙舟队",
        "搬到松涛里3幢602了",
        "今年开始学木雕",
        "不吃茄子，别的都行",
        "热点叫 bohe-home",
        "每晚涂他克莫司",
        "头孢皮试阳性",
        "升店长了，管九个人",
        "上班放宽到9:30",
        "排班：做五休二",
        "薪水调了，税后九千五",
        "微信绑的是农商行那张",
        "表弟支教去了，在甘孜",
        "印刷改找老邵，60一版",
        "吉他送小禾了",
        "扁桃体割了，冰的随便吃",
        "博士申了港科大",
        "白条关了",
        "姑奶走了，95",
        "岳母跟我们住，带娃",
        "班表：早早中中夜夜休",
    ],
)
def test_what_is_had_settled_or_over_is_kept_without_a_subject(text):
    assert kept(text)


@pytest.mark.parametrize(
    "text",
    [
        "今天的馅是荠菜的",
        "方案又被毙了，想掀桌",
        "隔壁家女儿拿了奥数金牌，我爸夸了一晚上",
        "快递拿回来了",
        "手机换了，好开心",
        "四级过了吗",
        "月饼送邻居了",
        "科目二没过，气",
        "奶奶走了，9点的车",
        "等驾照下来了再说",
        "一件三百，没买",
        "借了同桌的笔，还没还",
        "课上完了",
        "饭还剩两碗",
        "搬到屋里了",
        "上班路上听到的",
        "单周没事",
        "群里只剩我",
    ],
)
def test_errands_moods_and_halves_of_such_lines_are_none(text):
    assert not kept(text)
