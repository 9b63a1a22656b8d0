import type { TagOfLink } from '../link.queries.js'

export const presentTag = ({ id, name, color }: TagOfLink): TagOfLink => ({ id, name, color })
