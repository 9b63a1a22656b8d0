/** An amount in cents as text, such as `$12.50` and `-$0.05`. */
export const formatDollars = (cents: number) => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
