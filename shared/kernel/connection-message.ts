/** What a failed connection says: one to a name with several addresses that refuse it has a code only. */
export function connectionMessage(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return message || String(code)
}
