// WebP pictures for the README: Chromium encodes single pictures, and an animation is those in one container.
import type { BrowserContext } from "playwright-core";

/** @returns the same pixels as lossless WebP, a third the size of the PNG of a window */
export async function webpOf(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  try {
    const base64 = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 1).replace(/^.*,/u, "");
    }, png.toString("base64"));
    return Buffer.from(base64, "base64");
  } finally {
    await page.close();
  }
}

export interface AnimationFrame {
  readonly webp: Buffer;
  readonly milliseconds: number;
}

/** All frames have the size given; the animation repeats forever. */
export function animationOf(frames: readonly AnimationFrame[], width: number, height: number): Buffer {
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
  const header = chunk("VP8X", Buffer.concat([Buffer.from([animated, 0, 0, 0]), size]));
  const timing = chunk("ANIM", Buffer.alloc(6));
  const pictures = frames.map(({ webp, milliseconds }) =>
    chunk(
      "ANMF",
      Buffer.concat([Buffer.alloc(6), size, uint24(milliseconds), Buffer.from([replaceAll]), ...pictureChunks(webp)]),
    ),
  );
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), header, timing, ...pictures]));
}

/** The flag of a file with an animation. */
const animated = 0b10;
/** The flag of a frame that is not blended with the one before it. */
const replaceAll = 0b10;

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

/** The chunks of a still picture that have its pixels. */
function pictureChunks(webp: Buffer): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 12; at < webp.length;) {
    const name = webp.toString("latin1", at, at + 4);
    const end = at + 8 + webp.readUInt32LE(at + 4);
    if (name === "ALPH" || name === "VP8 " || name === "VP8L") {
      chunks.push(chunk(name, webp.subarray(at + 8, end)));
    }
    at = end + (end % 2);
  }
  return chunks;
}
