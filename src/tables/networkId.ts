// Professional-network ids: digits, `#1234`, `id: 1234`, or the end of a URN, which can name what it identifies.
import type { LookupKind } from "../service/operations";

export interface NetworkId {
  /** Absent when the number is not a valid id. */
  readonly id?: number;
  /** What a URN identifies; absent when the text does not say it. */
  readonly of?: LookupKind;
}

/** `undefined` when the text is not an id at all. */
export function networkIdIn(text: string): NetworkId | undefined {
  const pattern = /^(?:(?:network[ _-]?)?id\s*[:=#]?\s*|#\s*|urn:[\w-]+:([\w-]+):)?(\d+)$/iu;
  const [, type = "", digits] = pattern.exec(text) ?? [];
  if (digits === undefined) {
    return undefined;
  }
  const id = Number(digits);
  const of = kindOfUrn(type);
  return { ...(Number.isSafeInteger(id) && id > 0 && { id }), ...(of !== undefined && { of }) };
}

function kindOfUrn(type: string): LookupKind | undefined {
  if (/compan|organi[sz]ation|school/iu.test(type)) {
    return "company";
  }
  return /person|people|member|profile/iu.test(type) ? "person" : undefined;
}
