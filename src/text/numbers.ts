// Numbers, times and waits in words.

/** For `Intl`: of numbers and dates, as of all texts. */
export const locale = "en";

const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const scientific = new Intl.NumberFormat(locale, { notation: "scientific", maximumFractionDigits: 3 });

/** From here on, a number is more likely a mistake than an amount, and its digits are no longer exact. */
const shortFrom = 1e15;

/** "12,480"; very large numbers in short form, "1.235E15". */
export function countText(count: number): string {
  return (Math.abs(count) >= shortFrom ? scientific : wholeNumber).format(count);
}

/** "1,204.25": with at most two decimals, since credits may be fractional. */
export function amountText(value: number): string {
  return (Math.abs(value) >= shortFrom ? scientific : decimal).format(value);
}

/** Date and time of day. */
export const momentText = (time: number): string => new Date(time).toLocaleString(locale, { hourCycle: "h23" });

type Unit = "second" | "minute" | "hour" | "day";

function unitText(count: number, unit: Unit): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** Two adjacent units, `count` in the smaller one: "2 hours 5 minutes", "2 hours". */
function twoUnits(count: number, larger: Unit, smaller: Unit, perLarger: number): string {
  const rest = count % perLarger;
  const parts = [unitText(Math.floor(count / perLarger), larger), ...(rest === 0 ? [] : [unitText(rest, smaller)])];
  return new Intl.ListFormat(locale, { type: "unit", style: "narrow" }).format(parts);
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
