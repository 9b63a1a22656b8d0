/** Query parameters by which advertising platforms mark their clicks. */

export const adPlatforms = ['google', 'facebook', 'x', 'bing', 'linkedin', 'reddit', 'tiktok'] as const
export type AdPlatform = (typeof adPlatforms)[number]

export const adParameters: Record<AdPlatform, readonly string[]> = {
  google: ['gclid', 'gad_source', 'gad_campaignid'],
  facebook: ['fbclid', 'fb_action_ids'],
  x: ['twclid'],
  bing: ['msclkid'],
  linkedin: ['li_fat_id'],
  reddit: ['rdclid'],
  tiktok: ['ttclid'],
}

/** Parameters that name the campaign of a click from Google. */
export const campaignParameters = ['gad_campaignid', 'utm_campaign'] as const
