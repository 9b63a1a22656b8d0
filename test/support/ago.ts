/** The time that is a number of milliseconds ago. */
export const ago = (ms: number) => new Date(Date.now() - ms)
