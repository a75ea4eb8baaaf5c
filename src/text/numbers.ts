// Numbers, times and waits in words.

/** The locale of numbers and dates; all texts are in English. */
export const locale = "en";

/** Larger numbers are more likely mistakes than amounts, and their digits are not exact. */
const shortFrom = 1e15;
/** Larger numbers have no exact hundredths. */
const exactHundredths = 1e13;

// `Intl` takes longer to load than a command to start, and English needs commas alone.
const grouped = (whole: number): string => String(whole).replace(/\B(?=(?:\d{3})+$)/gu, ",");

const scientific = (value: number): string =>
  new Intl.NumberFormat(locale, { notation: "scientific", maximumFractionDigits: 3 }).format(value);

/** "12,480"; very large numbers in short form, "1.235E15". */
export function countText(count: number): string {
  if (!(Math.abs(count) < shortFrom)) {
    return scientific(count);
  }
  return `${count < 0 ? "-" : ""}${grouped(Math.round(Math.abs(count)))}`;
}

/** "1,204.25": with at most two decimals, since credits may be fractional. */
export function amountText(value: number): string {
  if (Number.isInteger(value) || !(Math.abs(value) < exactHundredths)) {
    return countText(value);
  }
  // Round the decimal digits: 100 × 1.005 is less than 100.5.
  const hundredths = Math.round(Number((Math.abs(value) * 100).toPrecision(15)));
  const decimals = String(hundredths % 100).padStart(2, "0");
  const fraction = decimals === "00" ? "" : `.${decimals.replace(/0$/u, "")}`;
  return `${value < 0 ? "-" : ""}${grouped(Math.floor(hundredths / 100))}${fraction}`;
}

/** Date and time of day. */
export const momentText = (time: number): string => new Date(time).toLocaleString(locale, { hourCycle: "h23" });

type Unit = "second" | "minute" | "hour" | "day";

const unitText = (count: number, unit: Unit): string => `${countText(count)} ${unit}${count === 1 ? "" : "s"}`;

/** Two adjacent units, `count` in the smaller one: "2 hours 5 minutes", "2 hours". */
function twoUnits(count: number, larger: Unit, smaller: Unit, perLarger: number): string {
  const rest = count % perLarger;
  const whole = unitText(Math.floor(count / perLarger), larger);
  return rest === 0 ? whole : `${whole} ${unitText(rest, smaller)}`;
}

/**
 * A wait in words: "59 seconds", "2 minutes 1 second", "1 hour 5 minutes", "1 day 1 hour". Rounded up to the smallest
 * unit shown, but first to whole seconds: half a second is added to what a service asks for, and its "5 hours" must not
 * become "5 hours 1 minute".
 */
export function waitText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) {
    return unitText(seconds, "second");
  }
  if (seconds < 3600) {
    return twoUnits(seconds, "minute", "second", 60);
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 24 * 60
    ? twoUnits(minutes, "hour", "minute", 60)
    : twoUnits(Math.ceil(seconds / 3600), "day", "hour", 24);
}
