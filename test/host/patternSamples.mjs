// Patterns that must be found to be slow, and patterns that must not: they test the judge.
// @ts-check
/* eslint-disable prospect/linear-patterns -- slow ones are the purpose */

/** @typedef {import("./patternVerdicts.mjs").Pattern} Pattern */

/** @type {readonly Pattern[]} */
export const slowSamples = [
  ...[/(a+)+$/, /^(?:a|a)*$/, /^(?:a|ab|b)*$/u, /^(\w+\s?)*$/, /(.*)*=/, /(x*)*y/y],
  ...[/\s+$/, /^(.*?),*$/, /^\s*(.*?)\s*$/, /\d+(?:,\d+)*$/g],
  ...[/a*b?a*x/, /^[^@]+@[^@]+\.[^@]+$/u, /<!--.*?-->/gs, /\s#.*$/u, /^x*x*x*$/],
  ...[/(?:\r\n|\r|\n)+$/, /(?:a+)+$/u, /https?:\/\/\S*?\/id\/\d+/gi],
  { source: String.raw`^[\p{L}]*[\p{L}\d]*!$`, flags: "v" },
].map(asPattern);

/** @type {readonly Pattern[]} */
export const linearSamples = [
  ...[/(?<!\s)\s+$/, /^a+b+$/, /[a-z]+/gi, /^"(?:[^"\\]|\\.)*"$/, /^[^@]+@[^@]+$/u],
  ...[/^(?:\d{1,3})(?:,\d{3})*$/, /^<!--[^>]*-->$/, /"(?:[^"\\]|\\.)*"?|\d+/g, /a{2,5}b/],
  ...[/abc/, /^\p{L}+(?: \p{L}+)*$/u, /^a+$/],
].map(asPattern);

/**
 * @param {Pattern} pattern
 * @returns {Pattern}
 */
function asPattern({ source, flags }) {
  return { source, flags };
}
