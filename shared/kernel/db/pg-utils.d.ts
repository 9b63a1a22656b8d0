// An internal module of the driver that its types omit. The driver's version is pinned.
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null }
  export default utils
}
