import type { Page } from 'playwright-core'
import type { TestConsole } from './console.js'
import type { FullProgram } from './full-program.js'

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

/** A page of the workspace of the program, in a browser of its owner. */
export async function openInProgram(
  webConsole: TestConsole,
  { user, workspace }: FullProgram,
  page: string,
  options?: Parameters<TestConsole['signedIn']>[1],
) {
  const visit = await webConsole.signedIn(user, options)
  await webConsole.open(visit.tab, `/console/${workspace.slug}/${page}`)
  return visit
}

export const dialogOf = (tab: Page) => tab.getByRole('dialog')
