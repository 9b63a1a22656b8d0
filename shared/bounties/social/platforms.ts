/** Social platforms of posts that bounties count, and what they count. Pure. */

export const socialPlatforms = ['youtube', 'tiktok', 'instagram', 'twitter', 'linkedin'] as const
export type SocialPlatform = (typeof socialPlatforms)[number]
export const socialMetrics = ['views', 'likes'] as const
export type SocialMetric = (typeof socialMetrics)[number]

export const metricsOf: Record<SocialPlatform, readonly SocialMetric[]> = {
  youtube: socialMetrics,
  tiktok: socialMetrics,
  instagram: socialMetrics,
  twitter: socialMetrics,
  linkedin: ['likes'],
}

const hosts: Record<SocialPlatform, readonly string[]> = {
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
  instagram: ['instagram.com'],
  twitter: ['twitter.com', 'x.com'],
  linkedin: ['linkedin.com'],
}

/** Whether the host is the domain or one of its subdomains. */
export const isHostOf = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Whether the address is on the platform. */
export const isOfPlatform = (platform: SocialPlatform, address: string) =>
  hosts[platform].some((domain) => isHostOf(new URL(address).hostname, domain))
