import re
from playwright.sync_api import expect
from tests.widget.browser.corpora import CORPUS
from tests.widget.browser.test_alignment_view import VIEW, HYPOTHESIS
from tests.widget.browser.table_parts import *
def test_it(open_notebook):
    n=open_notebook(CORPUS, "print(view.search, view.filters)"); view=n.show(0); pg=n.page
    least = view.get_by_role("spinbutton", name="least value shown")
    search = view.get_by_role("searchbox")
    for wait in (0, 1000):
        search.fill("museum"); pg.wait_for_timeout(600); print(n.printed(1))
        search.fill(""); pg.wait_for_timeout(wait)
        least.fill("0.9"); least.press("Enter"); pg.wait_for_timeout(900)
        print("W", wait, n.printed(1), repr(least.input_value()), grid(view).get_attribute("aria-rowcount"))
        least.fill(""); least.press("Enter"); pg.wait_for_timeout(900); print(n.printed(1))
def test_hover(open_notebook):
    n=open_notebook(VIEW); view=n.show(0); pg=n.page
    w=view.get_by_role("option", name=re.compile("^police, exact")).first
    n.rest()
    pg.evaluate("for (const t of ['pointerover','pointerleave','pointerout']) document.addEventListener(t, e=>{console.log(t, e.target.outerHTML?.slice(0,90))}, true)")
    pg.on("console", lambda m: print("C", m.text))
    w.hover(); pg.wait_for_timeout(700)
    print("HOVER", w.get_attribute("class"), view.locator(".mtr-picture-why").inner_text())
    print(w.evaluate("w=>{const r=w.getBoundingClientRect();const e=document.elementFromPoint(r.x+r.width/2,r.y+r.height/2);return [r.x,r.y,r.width,r.height,e.outerHTML.slice(0,300)]}"))
