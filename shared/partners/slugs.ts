/** Slugs derived from names. Pure. */
import { randomText } from '../kernel/ids.js'

/** Lower case letters, digits and hyphens; accents are removed. Empty if the text contains nothing else. */
export const slugify = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

/** The slug with four random characters. */
export const withRandomSuffix = (slug: string) => `${slug}-${randomText(4).toLowerCase()}`
