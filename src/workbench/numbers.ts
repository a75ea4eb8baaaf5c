// Numbers as people read them, under the names the editor's room uses: credits may be fractional, counts never are.
export { amountText as formatCredits, countText as formatCount } from "../language/language";
