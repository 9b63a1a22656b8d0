/** Detects the system that receives a webhook from its URL. */
const hosts: Record<string, Receiver> = {
  'zapier.com': 'zapier',
  'hooks.zapier.com': 'zapier',
  'make.com': 'make',
  'hooks.slack.com': 'slack',
  'api.segment.io': 'segment',
  'events.eu1.segmentapis.com': 'segment',
}

export const receivers = ['user', 'zapier', 'make', 'slack', 'segment'] as const
export type Receiver = (typeof receivers)[number]

export function receiverAt(url: string): Receiver {
  const { hostname } = new URL(url)
  return hosts[hostname] ?? (hostname.endsWith('.make.com') ? 'make' : 'user')
}
