// The lint rule that reports regular expressions whose time grows faster than their input.
// @ts-check
import { getStaticValue } from "@eslint-community/eslint-utils";
import { nameOf, storedVerdicts } from "./patternVerdicts.mjs";

const verdicts = storedVerdicts();

/** @type {Map<string, import("./patternVerdicts.mjs").Pattern>} every pattern that the rule has met in this process */
export const metPatterns = new Map();

/** @type {import("eslint").Rule.RuleModule} */
export const linearPatterns = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      slow:
        "This pattern takes much longer for a longer text, such as {{text}}. Make it linear; " +
        "if its texts are always short, say in a comment why.",
      unjudged: "Whether this pattern is slow for long texts is not known yet: run npm run patterns.",
      composed:
        "This pattern is made of values that only the running program knows, so nothing can judge it. Compose it of " +
        "constants, or search in another way; if its texts are always short, say in a comment why.",
    },
  },
  create: (context) => {
    /**
     * @param {import("eslint").Rule.Node} node
     * @param {string} source
     * @param {string} flags
     */
    const check = (node, source, flags) => {
      const name = nameOf({ source, flags });
      metPatterns.set(name, { source, flags });
      const text = verdicts.get(name);
      if (text !== undefined) {
        context.report({ node, messageId: "slow", data: { text } });
      } else if (!verdicts.has(name)) {
        context.report({ node, messageId: "unjudged" });
      }
    };
    /** @param {any} node */
    const checkComposed = (node) => {
      const scope = context.sourceCode.getScope(node);
      const [source, flags] = [node.arguments[0], node.arguments[1]].map((argument) =>
        argument === undefined ? { value: "" } : getStaticValue(argument, scope),
      );
      if (typeof source?.value === "string" && typeof flags?.value === "string") {
        check(node, source.value, flags.value);
      } else {
        context.report({ node, messageId: "composed" });
      }
    };
    return {
      Literal: (node) => {
        if ("regex" in node) check(node, node.regex.pattern, node.regex.flags);
      },
      "NewExpression[callee.name='RegExp']": checkComposed,
      "CallExpression[callee.name='RegExp']": checkComposed,
    };
  },
};
