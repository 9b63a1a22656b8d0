/**
 * Waits for what other processes bring about: asks until the answer is neither false nor empty, and gives it. Throws when patience ends:
 * what comes late on a busy machine comes all the same.
 */
export async function until<Answer>(ask: () => Answer | Promise<Answer>, patience = 120_000): Promise<NonNullable<Answer>> {
  const deadline = Date.now() + patience
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`waited ${patience} ms in vain for ${String(ask)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
