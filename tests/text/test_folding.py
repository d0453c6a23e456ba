"""A text folded for some words alone holds them where the wholly folded text does."""

from hypothesis import given
from hypothesis import strategies as st

from knapsack_cli.text.folding import fold, fold_spellings, spellings_of

CHARACTERS = st.text("數据據数干乾幹后後里裏裡发發髮ＡAａabｶか㍑ ①é", max_size=40)


@given(CHARACTERS, CHARACTERS)
def test_words_are_where_they_are_in_the_folded_text(text, asked):
    words = [word for word in fold(asked).split() if word]
    spellings = spellings_of("".join(words))
    assert spellings is not None
    near = fold_spellings(text, spellings)
    for word in words:
        assert near.find(word) == fold(text).find(word)
        assert near.count(word) == fold(text).count(word)


def test_a_page_of_words_is_folded_whole():
    assert spellings_of("".join(chr(code) for code in range(0x4E00, 0x5E00))) is None
