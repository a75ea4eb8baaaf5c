// Numbers as people read them.

const credits = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** Credits with at most two decimals: they may be fractional. */
export function formatCredits(amount: number): string {
  return credits.format(amount);
}

export function formatCount(count: number): string {
  return whole.format(count);
}
