import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const resourceTypes = ['logo', 'file', 'color', 'link'] as const
export type ResourceType = (typeof resourceTypes)[number]

/** Material with which partners recommend a program. */
export const ProgramResource = defineEntity({
  name: 'ProgramResource',
  tableName: 'program_resources',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    type: p.string().$type<ResourceType>(),
    name: p.string(),
    color: p.string().nullable(),
    url: p.string().nullable(),
    /** Address of the stored file of a logo or a file. */
    image: p.string().nullable(),
    /** Bytes. */
    size: p.integer().nullable(),
    createdAt: p.datetime(),
  },
})
export type ProgramResource = InferEntity<typeof ProgramResource>
