/** The subset of OpenAPI 3.0.3 that the description uses. */

export interface SchemaObject {
  $ref?: string
  type?: string
  nullable?: boolean
  enum?: unknown[]
  default?: unknown
  title?: string
  description?: string
  deprecated?: boolean
  properties?: Record<string, SchemaObject>
  required?: string[]
  additionalProperties?: boolean | SchemaObject
  items?: SchemaObject
  anyOf?: SchemaObject[]
  oneOf?: SchemaObject[]
  allOf?: SchemaObject[]
  not?: SchemaObject
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: SchemaObject
  description?: string
  deprecated?: boolean
  style?: 'form'
  explode?: boolean
}

interface Reference {
  $ref: string
}

export interface OpenApiResponse {
  description: string
  headers?: Record<string, { description: string; schema: SchemaObject }>
  content?: Record<string, { schema: SchemaObject }>
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags: string[]
  security: Record<string, never[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: SchemaObject }> }
  responses: Record<string, OpenApiResponse | Reference>
  [hint: `x-speakeasy-${string}`]: unknown
}

export interface OpenApiDocument {
  openapi: '3.0.3'
  info: {
    title: string
    description: string
    version: string
    contact: Record<'name' | 'url', string> & { email?: string }
    license: Record<'name' | 'url', string>
  }
  servers: { url: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, SchemaObject>
    responses: Record<string, OpenApiResponse>
    securitySchemes: Record<string, Record<string, string>>
  }
}
