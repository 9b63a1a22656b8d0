/** Resolves in a later millisecond than it was called in, so that timestamps before and after it differ. */
export async function nextMillisecond(): Promise<void> {
  const start = Date.now()
  while (Date.now() === start) await new Promise((resolve) => setImmediate(resolve))
}

/** Polls `check` until its result is truthy and returns it. Throws after the timeout, which is long because test machines may be slow. */
export async function waitUntil<Result>(check: () => Result | Promise<Result>, timeoutMs = 120_000): Promise<NonNullable<Result>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const result = await check()
    if (result) return result
    if (Date.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms waiting for ${String(check)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
