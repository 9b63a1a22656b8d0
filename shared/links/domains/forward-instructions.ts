import { z } from 'zod'
import { mailLetter, throttle, type WorkspaceScope } from '../../accounts/index.js'
import { hours } from '../../kernel/time.js'
import { checkDomain } from './check-domain.js'
import { requireDomain } from './require-domain.js'

export const ForwardInstructions = z.object({
  email: z.email().max(190),
  recordType: z
    .enum(['A', 'CNAME'])
    .meta({
      description:
        'Which record shall lead the domain here. Where the DNS has no room for it, the letter names the one that it has room for.',
    }),
})

const pace = { requests: 10, window: hours(1) }

/** Sends the DNS records of a domain to whoever can create them: ten letters an hour from one person, and to one address. */
export async function forwardInstructions(
  scope: WorkspaceScope,
  slug: string,
  { email, recordType }: z.infer<typeof ForwardInstructions>,
): Promise<{ email: string }> {
  const domain = await requireDomain(scope, slug)
  const { workspace, actor } = scope
  await throttle(scope, `dns-letters:${workspace.id}:${actor.user.id}`, pace)
  await throttle(scope, `dns-letters-to:${email.toLowerCase()}`, pace)
  const { records } = await checkDomain(scope, domain)
  const leading = records.filter(({ type }) => type !== 'TXT')
  const asked = leading.filter(({ type }) => (type === 'AAAA' ? 'A' : type) === recordType)
  const lines = [...records.filter(({ type }) => type === 'TXT'), ...(asked.length > 0 ? asked : leading)].map(
    ({ type, name, value }) => `${type}  ${name}  ${value}`,
  )
  const text = `${actor.user.name ?? 'Somebody'} asks you to create these records in the DNS of ${domain.slug}:\n\n${lines.join('\n')}\n\nAs soon as they are there, short links of the workspace ${workspace.name} answer under ${domain.slug}.`
  scope.enqueue(mailLetter, { to: email, subject: `DNS records for ${domain.slug}`, text })
  return { email }
}
