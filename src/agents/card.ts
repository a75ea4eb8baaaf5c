// The card in the chat: a page that shows results of tools where the client can show pages ("MCP Apps"). Other clients
// get text and questions only.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ClientCapabilities, ReadResourceResult } from "@modelcontextprotocol/server";
import { mostCredits, type Answer, type Question } from "../app/app";
import type { CallResult } from "./callTool";
import { cardWords } from "./cardWords";
import type { Card, CardOffer } from "./tool";

export const cardExtension = "io.modelcontextprotocol/ui";
export const cardUri = "ui://prospect-desk/card";
const mimeType = "text/html;profile=mcp-app";

/** Beside the input of a tool: no field of it, so that models do not know it. */
const approvalField = "approval";

/** Whether the client can show pages. */
export function showsCards({ extensions }: ClientCapabilities): boolean {
  const mimeTypes = extensions?.[cardExtension]?.["mimeTypes"];
  return Array.isArray(mimeTypes) && mimeTypes.includes(mimeType);
}

/** As `resources/read` answers. `script` is that of the page: whole, because a card loads nothing. */
export function readCard(script: string): ReadResourceResult {
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const text = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prospect Desk</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
</head>
<body>
<script type="application/json" id="words">${JSON.stringify(cardWords)}</script>
<script>${script}</script>
</body>
</html>`;
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  return { contents: [{ uri: cardUri, mimeType, text, _meta: { ui: { csp, prefersBorder: true } } }] };
}

/** The card of a result; nothing when it has none, or when it cannot be made now. */
export async function cardOf({ card }: Pick<CallResult, "card">): Promise<Card | undefined> {
  return card?.().catch(() => undefined);
}

/** What the model reads beside a plan that the user can run from the card. */
export const offerNotice =
  "The user sees this plan as a card with a button that runs it: end your turn and wait for the user's answer.";

interface OpenedCall {
  readonly input: Readonly<Record<string, unknown>>;
  readonly answerTo: (question: Question) => Answer | undefined;
}

/** Cards whose buttons work; older ones are forgotten, and then the question is asked. */
const mostOpen = 100;

/** Clicks that may come: each answers the question of one call, once, at no higher cost than the card says. */
export class Approvals {
  readonly #open = new Map<string, CardOffer>();

  constructor(private readonly random: (bytes: number) => Uint8Array) {}

  /** The card with the secret that only the page gets. */
  sealed(card: Card): Card {
    if (card.offer === undefined) {
      return card;
    }
    const offer = { ...card.offer, input: plain(card.offer.input) };
    const secret = Buffer.from(this.random(24)).toString("base64url");
    this.#open.set(secret, offer);
    for (const oldest of [...this.#open.keys()].slice(0, -mostOpen)) {
      this.#open.delete(oldest);
    }
    return { ...card, offer: { ...offer, input: { ...offer.input, [approvalField]: secret } } };
  }

  /** The input of a call without the secret, and the answer that it gives to a question about spending. */
  opened(tool: string, { [approvalField]: approval, ...input }: Readonly<Record<string, unknown>>): OpenedCall {
    const secret = typeof approval === "string" ? approval : "";
    const offer = this.#open.get(secret);
    this.#open.delete(secret);
    const isSame = offer?.tool === tool && isDeepStrictEqual(input, offer.input);
    return {
      input,
      answerTo: (question) =>
        isSame && question.about === "sum" && mostCredits(question) <= offer.credits
          ? question.choices[0]?.id
          : undefined,
    };
  }
}

/** As it arrives in a message: without fields that are undefined. */
const plain = (input: CardOffer["input"]): CardOffer["input"] =>
  JSON.parse(JSON.stringify(input)) as CardOffer["input"];
