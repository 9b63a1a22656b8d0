import type { LinkRecord } from '../../shared/links/index.js'

/** A plain link, with whatever a test changes of it. */
export const linkRecord = (given: Partial<LinkRecord> = {}): LinkRecord => ({
  id: 'link_1', workspaceId: 'ws_1', domain: 'd.example', key: 'spring', url: 'https://target.example/page', shortLink: 'https://d.example/spring', password: null, proxy: false, title: null,
  description: null, image: null, video: null, rewrite: false, doIndex: false, trackConversion: false, ios: null, android: null, geo: null, expiresAt: null, expiredUrl: null, isDisabled: false,
  isBanned: false, programId: null, partnerId: null, testVariants: null, testCompletedAt: null, ...given,
})
