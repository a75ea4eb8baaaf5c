// Credits, counts and times as words, in one way wherever a sentence about a run names them.

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

export const countText = (count: number): string => grouped.format(count);

export const recordsText = (count: number): string => `${countText(count)} ${count === 1 ? "record" : "records"}`;

export const creditsText = (credits: number): string => `${countText(credits)} ${credits === 1 ? "credit" : "credits"}`;

/** How long ago, in words: "just now", "3 minutes ago", "2 days ago". */
export function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) {
    return "just now";
  }
  const [amount, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 48 * 60 ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / 1440), "day"];
  return `${countText(amount)} ${unit}${amount === 1 ? "" : "s"} ago`;
}

/** A length of time in words, rounded up: "12 seconds", "3 minutes". */
export function waitText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const [amount, unit] = seconds <= 90 ? [seconds, "second"] : seconds <= 90 * 60 ? [Math.ceil(seconds / 60), "minute"] : [Math.ceil(seconds / 3600), "hour"];
  return `${countText(amount)} ${unit}${amount === 1 ? "" : "s"}`;
}
