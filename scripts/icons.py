"""Draw the icons of the installed page from ui/public/favicon.svg: `python scripts/icons.py` (needs Playwright's client)."""

from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "ui" / "public"
CHROMIUM = "/usr/bin/chromium"


def main() -> None:
    """A plain icon has round corners of its own; a maskable one is cloth to the edge, with the spade in the safe middle."""
    sign = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    maskable = sign.replace('rx="22" ', "").replace('viewBox="0 0 100 100"', 'viewBox="-12 -12 124 124"')
    maskable = maskable.replace('<rect width="100" height="100"', '<rect x="-12" y="-12" width="124" height="124"')
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, svg, size in (("icon-192", sign, 192), ("icon-512", sign, 512), ("icon-maskable-512", maskable, 512)):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{svg}")
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
