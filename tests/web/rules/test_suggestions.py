"""404 pages that suggest similar existing pages."""

import pytest
from flask.testing import FlaskClient

from tests.rows import cases


@cases("""asked | offered
/rules/hello-kity | /rules/hello-kitty
/box/toystory | /box/toy-story-3
/rules/hello-kitty/stack-draw2 | /rules/hello-kitty/stack-draw-two
/rules/hello-kitty/stack.2on2 | /rules/hello-kitty/stack-draw-two#stack.2on2
/rules/hello-kitty/cards/draw2 | /rules/hello-kitty/cards/draw-two
/rules/hello-kitty/cards/lotso | /rules/toy-story-3/cards/lotso
/rules/compare/reverses | /rules/compare/reverse
""")
def test_missing_page_suggests_most_similar_one(
    phone: FlaskClient, asked: str, offered: str
) -> None:
    answer = phone.get(asked)
    assert answer.status_code == 404
    assert f'href="{offered}"' in answer.text


@pytest.mark.parametrize("path", ["/rules/" + "x" * 5000, "/rules/a/b/c", "/box/%00", "/rules/é/é"])
def test_address_without_similar_page_gives_404(phone: FlaskClient, path: str) -> None:
    assert phone.get(path).status_code == 404
