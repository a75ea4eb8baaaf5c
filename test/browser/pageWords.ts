// What a page shows and says, through all shadow roots, and what of it does not fit where it stands.
import type { Page } from "playwright-core";

/** Every visible text, name, title and placeholder, in the order of the page, except code. */
export function spokenTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const visit = (root: ParentNode): void => {
      for (const element of root.querySelectorAll("*")) {
        if (
          element.matches("style, script") ||
          element.closest("pre, code") !== null ||
          !element.checkVisibility({ visibilityProperty: true })
        ) {
          continue;
        }
        for (const attribute of [
          "aria-label",
          "aria-description",
          "aria-roledescription",
          "aria-valuetext",
          "title",
          "placeholder",
          "alt",
        ]) {
          found.push(element.getAttribute(attribute) ?? "");
        }
        for (const node of element.childNodes) {
          found.push(node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : "");
        }
        if (element.shadowRoot !== null) {
          visit(element.shadowRoot);
        }
      }
    };
    visit(document.body);
    return found.map((text) => text.trim().replace(/\s+/gu, " ")).filter(Boolean);
  });
}

/** What is wider than its place: the page itself, and each button or heading whose words are cut or leave the page. */
export function textsThatDoNotFit(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found: string[] = scrollWidth > clientWidth ? [`the page: ${scrollWidth} pixels in ${clientWidth}`] : [];
    const visit = (root: ParentNode): void => {
      for (const element of root.querySelectorAll("*")) {
        if (!element.checkVisibility({ visibilityProperty: true })) {
          continue;
        }
        if (element.shadowRoot !== null) {
          visit(element.shadowRoot);
        }
        // Long values of a search are truncated on purpose; their tooltips show them in full.
        if (
          element.matches("button:not(.value), [role=button], [role=tab], h1, h2, h3, label, summary, th") &&
          !element.matches(".unseen, :has(.unseen), h1[title]") &&
          element.closest("[role=grid]") === null
        ) {
          const box = element.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(element);
          const slotted = [...element.querySelectorAll("slot")].flatMap((slot) =>
            slot.assignedNodes({ flatten: true }),
          );
          const texts = [
            range,
            ...slotted.map((node) => {
              const part = document.createRange();
              part.selectNodeContents(node);
              return part;
            }),
          ];
          const extent = ({ left, right }: DOMRect): string => `${Math.round(left)}–${Math.round(right)}`;
          for (const part of texts) {
            const words = part.getBoundingClientRect();
            if (
              words.width > 0 &&
              (words.left < box.left - 1 || words.right > box.right + 1 || words.right > clientWidth + 1)
            ) {
              found.push(
                `${element.localName}: ${part.toString().trim().replace(/\s+/gu, " ")} ` +
                  `(${extent(words)} in ${extent(box)})`,
              );
            }
          }
        }
      }
    };
    visit(document.body);
    return found;
  });
}
