// The frames of a journal file: how they lie on the disk, how they are written, found and checked.
//
//   0 marker and type   4 length of meta   8 length of body   12 CRC-32 of meta   16 CRC-32 of body   20 CRC-32 of these 20 bytes
//   24 meta (JSON), body (the reply's untouched bytes), then the length of the whole frame and an end marker, 4 bytes each.
//
// Numbers are little-endian. The end of a frame leads to its start, so the last frame is found without reading the others.
import { crc32 } from "./crc32";
import type { DiskFile } from "./disk";
import type { ReadMemory } from "./run";

export type FrameType = "header" | "intent" | "page" | "stop" | "resumed";

const typeCodes: readonly FrameType[] = ["header", "intent", "page", "stop", "resumed"];

const headBytes = 24;
const tailBytes = 8;
/** Begins with a byte that no UTF-8 text holds, so that a search for it never stops inside a reply. */
const marker = Buffer.from([0xfe, 0x50, 0x44]);
const endMarker = Buffer.from([0xfd, 0x70, 0x64, 0x0a]);
const noBody = { bytes: new Uint8Array(0), crc: 0 };

/** Frame heads and their metas are mostly shorter than this, so one read gets both. */
const firstRead = 12 * 1024;
const scanStep = 1024 * 1024;

/** A frame as found: its meta is checked, its body is not until it is read. */
export interface Frame {
  readonly type: FrameType;
  /** Where it begins in the file. */
  readonly at: number;
  readonly meta: unknown;
  readonly bodyAt: number;
  readonly bodyLength: number;
  readonly bodyCrc: number;
  /** Where the next one begins. */
  readonly next: number;
}

/** A frame ready to be written, piece behind piece. The body is not copied. */
export interface EncodedFrame {
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
  /** Where the body begins, counted from the frame's start. */
  readonly bodyAt: number;
}

/** A reply's bytes and their CRC-32. */
export interface FrameBody {
  readonly bytes: Uint8Array;
  readonly crc: number;
}

/**
 * One frame's bytes. `salt` is the journal's own random number: it seeds the head's checksum, so that bytes inside a
 * reply cannot pass for a frame of this journal.
 */
export function encodeFrame(type: FrameType, salt: number, meta: unknown, body: FrameBody = noBody): EncodedFrame {
  const text = JSON.stringify(meta);
  const metaLength = Buffer.byteLength(text);
  const bodyAt = headBytes + metaLength;
  const length = bodyAt + body.bytes.length + tailBytes;
  const around = Buffer.allocUnsafe(bodyAt + tailBytes);
  marker.copy(around, 0);
  around[3] = typeCodes.indexOf(type);
  around.writeUInt32LE(metaLength, 4);
  around.writeUInt32LE(body.bytes.length, 8);
  around.write(text, headBytes);
  around.writeUInt32LE(crc32(around.subarray(headBytes, bodyAt)), 12);
  around.writeUInt32LE(body.crc, 16);
  around.writeUInt32LE(crc32(around.subarray(0, 20), salt), 20);
  around.writeUInt32LE(length, bodyAt);
  endMarker.copy(around, bodyAt + 4);
  const pieces = body.bytes.length === 0 ? [around] : [around.subarray(0, bodyAt), body.bytes, around.subarray(bodyAt)];
  return { pieces, length, bodyAt };
}

/** Whether some frame was ever written to its end in these bytes, sound or not. */
export const holdsFrame = (bytes: Uint8Array): boolean => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(endMarker);

/** Reads `length` bytes at `at`; fewer at the end of the file. */
export async function readBytes(file: DiskFile, at: number, length: number, memory?: ReadMemory): Promise<Buffer> {
  const bytes = memory === undefined ? Buffer.allocUnsafe(Math.max(0, length)) : bufferOver(memory.take(Math.max(0, length)));
  const read = bytes.length === 0 ? 0 : await file.read(bytes, at);
  return bytes.subarray(0, read);
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The frame at `at`, when there is a whole one whose head and meta are sound; `end` is the end of what may be read. */
export async function readFrame(file: DiskFile, salt: number, at: number, end: number): Promise<Frame | undefined> {
  if (at < 0 || at + headBytes + tailBytes > end) {
    return undefined;
  }
  const start = await readBytes(file, at, Math.min(firstRead, end - at));
  const type = typeCodes[start[3] ?? typeCodes.length];
  if (type === undefined || !start.subarray(0, 3).equals(marker) || start.length < headBytes) {
    return undefined;
  }
  // Only the first frame is not salted, for it brings the salt: anywhere else it is bytes of a reply.
  if ((type === "header") !== (at === 0) || start.readUInt32LE(20) !== crc32(start.subarray(0, 20), at === 0 ? 0 : salt)) {
    return undefined;
  }
  const metaLength = start.readUInt32LE(4);
  const bodyLength = start.readUInt32LE(8);
  const next = at + headBytes + metaLength + bodyLength + tailBytes;
  if (next > end) {
    return undefined;
  }
  const metaBytes =
    headBytes + metaLength <= start.length ? start.subarray(headBytes, headBytes + metaLength) : await readBytes(file, at + headBytes, metaLength);
  if (crc32(metaBytes) !== start.readUInt32LE(12)) {
    return undefined;
  }
  return { type, at, meta: jsonOf(metaBytes), bodyAt: at + headBytes + metaLength, bodyLength, bodyCrc: start.readUInt32LE(16), next };
}

/** A frame's body, or `undefined` when its bytes fail their checksum. */
export async function readBody(file: DiskFile, frame: Frame): Promise<Uint8Array | undefined> {
  const body = await readBytes(file, frame.bodyAt, frame.bodyLength);
  return body.length === frame.bodyLength && crc32(body) === frame.bodyCrc ? body : undefined;
}

/** The frame that ends exactly at `end`. */
export async function frameBefore(file: DiskFile, salt: number, end: number): Promise<Frame | undefined> {
  const tail = await readBytes(file, end - tailBytes, tailBytes);
  if (end < tailBytes || tail.length < tailBytes || !tail.subarray(4).equals(endMarker)) {
    return undefined;
  }
  const frame = await readFrame(file, salt, end - tail.readUInt32LE(0), end);
  return frame?.next === end ? frame : undefined;
}

/** The last whole frame before `end`; what follows it was torn off while being written. */
export async function lastFrame(file: DiskFile, salt: number, end: number): Promise<Frame | undefined> {
  const whole = await frameBefore(file, salt, end);
  if (whole !== undefined && (await bodyIsSound(file, whole))) {
    return whole;
  }
  for (let to = end; to > 0; to -= scanStep) {
    // The overlap finds a marker that lies across two steps.
    const from = Math.max(0, to - scanStep - endMarker.length);
    const bytes = await readBytes(file, from, to - from);
    for (let found = bytes.lastIndexOf(endMarker); found >= 0; found = found === 0 ? -1 : bytes.lastIndexOf(endMarker, found - 1)) {
      const frame = await frameBefore(file, salt, from + found + endMarker.length);
      if (frame !== undefined && frame.next < end && (await bodyIsSound(file, frame))) {
        return frame;
      }
    }
  }
  return undefined;
}

/** After a loss of power a frame can have its length but not its bytes, so the last page is read to be sure of it. */
async function bodyIsSound(file: DiskFile, frame: Frame): Promise<boolean> {
  return frame.bodyLength === 0 || (await readBody(file, frame)) !== undefined;
}

/** Where the next sound frame begins at or after `from`: the way on after damage. */
export async function nextFrame(file: DiskFile, salt: number, from: number, end: number): Promise<Frame | undefined> {
  for (let at = from; at < end; at += scanStep) {
    const bytes = await readBytes(file, at, Math.min(scanStep + marker.length, end - at));
    for (let found = bytes.indexOf(marker); found >= 0; found = bytes.indexOf(marker, found + 1)) {
      const frame = await readFrame(file, salt, at + found, end);
      if (frame !== undefined) {
        return frame;
      }
    }
  }
  return undefined;
}
