"""What is indexed and what is asked must meet, in every script."""

from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.text.dictionary import pack_words
from knapsack_cli.text.folding import fold_case
from knapsack_cli.text.tokenization import Lexicon, index_tokens, query_terms, stem


def tokens(text):
    return set(index_tokens(text).split())


def asked(query, words=""):
    return {term.token: term.weight for term in query_terms(query, Lexicon(words))}


def test_chinese_gives_pairs_and_the_edges_of_each_run():
    assert tokens("数据库，连接") == {"数", "数据", "据库", "库", "连", "连接", "接"}


def test_japanese_korean_and_thai_give_pairs():
    assert {"データ"[:2], "ータ"} <= tokens("データ")
    assert "렌더" in tokens("사전 렌더링")
    assert "ภา" in tokens("ภาษาไทย")


def test_identifiers_are_found_whole_and_by_part():
    assert {"getusernam", "get", "user", "nam"} <= tokens("getUserName()")
    assert {"tidb_mem_quota", "tidb", "mem", "quota"} <= tokens("tidb_mem_quota")
    assert {"htpserver", "serv"}.isdisjoint(tokens("HTTPServer"))
    assert {"http", "server"} <= tokens("HTTPServer")


def test_versions_stay_whole_and_lose_their_v():
    assert "16.2.0" in tokens("upgraded to v16.2.0-beta.")
    assert "3.2.4" in asked("V3.2.4")


def test_paths_give_their_names():
    assert {"src", "net", "dial", "go"} <= tokens("src/net/dial.go:41")


def test_traditional_and_simplified_and_wide_forms_are_the_same():
    assert tokens("資料庫連線") == tokens("资料库连线")
    assert tokens("ＴｉＤＢ　配置") == tokens("TiDB 配置")


def test_a_taiwan_term_also_asks_for_the_mainland_one():
    terms = asked("軟體")
    assert terms["软件"] == 1.0
    assert terms["软体"] < 1.0


def test_question_words_weigh_next_to_nothing():
    terms = asked("上次那个连接池是怎么弄的")
    assert terms["上次"] < 0.2 < terms["连接"]
    assert asked("怎么") == {"怎么": 1.0}, "asked alone, a question word is what is asked"


def test_pairs_across_words_weigh_half():
    assert asked("数据库连接", "数据连接") == {"数据": 1.0, "据库": 0.5, "库连": 0.5, "连接": 1.0}


def test_english_forms_meet():
    assert len({stem(word) for word in ("run", "runs", "running")}) == 1
    assert len({stem(word) for word in ("configure", "configured", "configures", "configuring")}) == 1
    assert stem("process") == "process"
    assert stem("status") == "status"
    assert stem("queries") == stem("query")


def test_an_own_dictionary_gives_every_pair_of_its_words(tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("云原生架构 5 n\n网格\n", encoding="utf-8")
    lexicon = Lexicon(pack_words(None, str(own)))
    assert all(pair in lexicon for pair in ("云原", "原生", "生架", "架构", "网格"))
    assert "格网" not in lexicon


@given(st.text())
def test_any_text_gives_the_same_tokens_twice_and_none_with_a_leading_dot(text):
    first = index_tokens(text)
    assert first == index_tokens(text)
    assert not any(token.startswith(".") for token in first.split(" "))


@given(st.text(max_size=60))
def test_what_a_query_asks_is_what_its_own_text_holds(text):
    held = tokens(text) | {""}
    folded = fold_case(text)
    for term in query_terms(text, Lexicon()):
        if term.kind == "character":
            assert term.token in folded
        elif term.kind != "name" and not any(ord(char) > 0x3000 for char in text):
            # A "name" is words of the query joined to the identifier that they may mean.
            assert term.token in held
