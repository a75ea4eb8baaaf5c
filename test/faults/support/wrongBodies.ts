// Bodies of a reply that are no page of people.
import { brotliCompressSync, gzipSync } from "node:zlib";

const people = Array.from({ length: 10 }, (_none, nth) => ({ id: `p${nth}`, full_name: `Person ${nth}` }));
const json = { "content-type": "application/json" };
/** A page of people as it should be. */
export const page = JSON.stringify({
  people: people.map((one) => ({ ...one, skills: ["Mathematics", '"quotes" and {braces}'], employment: null })),
  metadata: { total: 10, credits: 10, search_after: "next" },
});

/** With their headers. */
export const wrongBodies: readonly (readonly [
  name: string,
  body: string | Uint8Array,
  headers?: Readonly<Record<string, string>>,
])[] = [
  ["nothing", ""],
  ["white space", " \n "],
  ["a page of HTML", "<!doctype html><title>Sign in</title>", { "content-type": "text/html; charset=utf-8" }],
  ["HTML that calls itself JSON", "  <html></html>"],
  ["XML", '<?xml version="1.0"?><people/>', { "content-type": "application/xml" }],
  ["an image", Buffer.from("89504e470d0a1a0a", "hex"), { "content-type": "image/png" }],
  ["plain words", "Service temporarily unavailable", { "content-type": "text/plain" }],
  ["a bare list", JSON.stringify(people)],
  ["a bare number", "42"],
  ["a bare string", '"people"'],
  ["null", "null"],
  ["an empty object", "{}"],
  ["an error", JSON.stringify({ code: "error.some", message: "Something" })],
  ["metadata alone", JSON.stringify({ metadata: { total: 10, credits: 0 } })],
  ["metadata without credits alone", JSON.stringify({ metadata: {} })],
  ["a list of another name", JSON.stringify({ persons: people, metadata: {} })],
  ["companies in place of people", JSON.stringify({ companies: people, metadata: {} })],
  ["a list that is an object", JSON.stringify({ people: {}, metadata: {} })],
  ["a list that is text", JSON.stringify({ people: "none", metadata: {} })],
  ["a list that is false", JSON.stringify({ people: false, metadata: {} })],
  ["a list that is a number", JSON.stringify({ people: 10, metadata: {} })],
  ["JSON cut in two", page.slice(0, page.length / 2)],
  ["JSON without its last byte", page.slice(0, -1)],
  ["two documents", page + page],
  ["a trailing comma", '{"people":[],}'],
  ["a record that is no JSON", '{"people":[{"id":"p1",nothing}],"metadata":{"total":1}}'],
  ["a number that is none", '{"people":[],"metadata":{"total":01}}'],
  ["single quotes", "{'people':[]}"],
  ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page, "utf16le")])],
  ["nested 1,001 deep", `{"people":[],"x":${"[".repeat(1000)}${"]".repeat(1000)}}`],
  ["nested a million deep", "[".repeat(1_000_000)],
  ["random bytes", Buffer.from("f30a91c2ee0b77d1", "hex")],
];

/** Complete bodies that cannot be decoded. */
export const unreadableEncodings: typeof wrongBodies = [
  ["gzip by name only", page.slice(0, -1), { ...json, "content-encoding": "gzip" }],
  ["brotli by name only", page.slice(0, -1), { ...json, "content-encoding": "br" }],
  ["an unknown encoding", page.slice(0, -1), { ...json, "content-encoding": "snappy" }],
  ["gzip cut short", gzipSync(page).subarray(0, 60), { ...json, "content-encoding": "gzip" }],
  ["brotli cut short", brotliCompressSync(page).subarray(0, 40), { ...json, "content-encoding": "br" }],
];
