// What is said about the leave-out lists of a run that continues.
import * as l10n from "@vscode/l10n";
import type { NamedLeaveOutList } from "../store/leaveOut";

/** URIs of lists. */
export interface ListChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const noChanges: ListChanges = { added: [], removed: [] };

/** Which lists the search of a run names now and did not name before, and the other way round. */
export function listChanges(
  before: readonly Pick<NamedLeaveOutList, "uri">[],
  now: readonly Pick<NamedLeaveOutList, "uri">[],
): ListChanges {
  const without = (some: typeof before, others: typeof before): readonly string[] =>
    some.map(({ uri }) => uri).filter((uri) => others.every((other) => other.uri !== uri));
  return { added: without(now, before), removed: without(before, now) };
}

/** One sentence for each kind of change. */
export function listChangeSentences(
  { added, removed }: ListChanges,
  nameOf: (uri: string) => string,
): readonly string[] {
  const names = (uris: readonly string[]): string => uris.map(nameOf).join(", ");
  return [
    ...(added.length === 0
      ? []
      : [
          l10n.t(
            "Leave-out lists added to the search after this run started: {0}. What they name is hidden, but the " +
              "service may charge for it.",
            names(added),
          ),
        ]),
    ...(removed.length === 0
      ? []
      : [
          l10n.t(
            "Leave-out lists removed from the search after this run started: {0}. What they name is shown.",
            names(removed),
          ),
        ]),
  ];
}
