/** What links, images and variables of a campaign can be, as the service accepts it. */

export const isLinkTarget = (href: string) => /^(https?:\/\/|mailto:)\S+$/i.test(href) || href === '{{PartnerLink}}'
export const isWebAddress = (src: string) => /^https?:\/\/\S+$/i.test(src)

export const variables = ['PartnerName', 'PartnerEmail', 'PartnerLink', 'SaleReward', 'LeadReward', 'ClickReward', 'ReferralReward']
