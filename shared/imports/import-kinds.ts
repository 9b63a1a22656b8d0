/** Kinds of objects that imports create. An undo deletes them in this order. */
export const importKinds = ['commission', 'customer', 'partnerLink', 'link', 'partner', 'group', 'folder', 'tag', 'domain'] as const
export type ImportKind = (typeof importKinds)[number]
