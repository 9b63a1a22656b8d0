import { z } from 'zod'
import { sendEmailJob, throttle, type WorkspaceScope } from '../../accounts/index.js'
import { joinTransaction } from '../../kernel/scope.js'
import { hours } from '../../kernel/time.js'
import { checkDomainDns } from './check-domain-dns.js'
import { requireDomain } from './require-domain.js'

export const ForwardInstructions = z.object({
  email: z.email().max(190),
  recordType: z.enum(['A', 'CNAME']).meta({
    description:
      'Type of the record that points the domain to the service. If the DNS of the domain does not allow it, the email lists the allowed type.',
  }),
})

const emailRate = { requests: 10, windowMs: hours(1) }

/** Emails the DNS records of a domain to the given address. Limited to 10 emails an hour per sender and per recipient. */
export async function forwardInstructions(
  scope: WorkspaceScope,
  slug: string,
  { email, recordType }: z.infer<typeof ForwardInstructions>,
): Promise<{ email: string }> {
  const domain = await requireDomain(scope, slug)
  const { workspace, actor } = scope
  await throttle(scope, `dns-emails:${workspace.id}:${actor.user.id}`, emailRate)
  await throttle(scope, `dns-emails-to:${email.toLowerCase()}`, emailRate)
  const { records } = await checkDomainDns(scope, domain)
  const pointing = records.filter(({ type }) => type !== 'TXT')
  const requested = pointing.filter(({ type }) => (type === 'AAAA' ? 'A' : type) === recordType)
  const lines = [...records.filter(({ type }) => type === 'TXT'), ...(requested.length > 0 ? requested : pointing)].map(
    ({ type, name, value }) => `${type}  ${name}  ${value}`,
  )
  const text = `${actor.user.name ?? 'A user'} asks you to create these DNS records for ${domain.slug}:

${lines.join('\n')}

Once they exist, short links of the workspace ${workspace.name} work on ${domain.slug}.`
  await joinTransaction(scope, async () => scope.enqueue(sendEmailJob, { to: email, subject: `DNS records for ${domain.slug}`, text }))
  return { email }
}
