import type { TestConsole } from './console.js'

type Caller = Awaited<ReturnType<TestConsole['api']['make']['caller']>>

/** Adds what a test needs to the workspace, which has the domain. */
export type Seed = (caller: Caller, domain: string) => Promise<unknown>

/** A page of a new workspace with a domain, in a browser of its owner. */
export async function openInConsole(webConsole: TestConsole, page: string, seed?: Seed) {
  const caller = await webConsole.api.make.caller({ plan: 'enterprise' })
  const { user, workspace, key } = caller
  const { slug: domain } = await webConsole.api.make.domain(workspace)
  await seed?.(caller, domain)
  const visit = await webConsole.signedIn(user)
  const path = `/console/${workspace.slug}/${page}`
  await webConsole.open(visit.tab, path)
  return { ...visit, user, workspace, key, path }
}
