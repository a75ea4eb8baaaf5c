// Reports lines of leave-out lists that leave out nobody. Separate from the reader, which needs the table libraries.
import type { AppLists } from "./app";

/** Wraps the lists so that `note` gets each remark once. */
export function withRemarks(lists: AppLists, note: (remark: string) => void): AppLists {
  const noted = new Set<string>();
  return {
    read: (search) => lists.read(search),
    reload: async (search) => {
      const read = await lists.reload(search);
      read.remarks.filter((remark) => !noted.has(remark)).forEach(note);
      read.remarks.forEach((remark) => noted.add(remark));
      return read;
    },
  };
}
