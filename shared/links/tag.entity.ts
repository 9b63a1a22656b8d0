import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const tagColors = ['red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray', 'pink'] as const
export type TagColor = (typeof tagColors)[number]

export const Tag = defineEntity({
  name: 'Tag',
  tableName: 'tags',
  properties: {
    id: p.string().primary(),
    /** Null for a deleted tag that is being detached from its links. */
    workspaceId: p.string().nullable(),
    name: p.string(),
    color: p.string().$type<TagColor>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Tag = InferEntity<typeof Tag>

/** Assignment of a tag to a link; `position` stores the order of the tags. */
export const LinkTag = defineEntity({
  name: 'LinkTag',
  tableName: 'link_tags',
  properties: {
    linkId: p.string().primary(),
    tagId: p.string().primary(),
    position: p.integer(),
  },
})
export type LinkTag = InferEntity<typeof LinkTag>
