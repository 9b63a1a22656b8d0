/** Environment variables of object storage and backups. */
import { z } from 'zod'
import { type ConfigKey, flag, key, url } from './config-rules.js'

export const storageKeys = {
  S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots or dashes')
      .optional(),
    defaultText: 'files are in DATA_DIR/files',
    description: 'Bucket of S3-compatible object storage for images, attachments and exports',
  },
  S3_ENDPOINT: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'Amazon S3',
    description: 'Address of the object storage, which signed download addresses contain',
  },
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, 'must be a region, such as eu-central-1')
      .default('us-east-1'),
    defaultText: 'us-east-1',
    description: 'Region of the bucket',
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string().optional(),
    defaultText: 'the keys of the machine, as the AWS tools find them',
    description: 'Access key of the object storage',
    secret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().optional(),
    defaultText: 'see S3_ACCESS_KEY_ID',
    description: 'Secret of the access key',
    secret: true,
  },
  S3_PREFIX: {
    schema: z
      .string()
      .regex(/^([\w.-]+\/)*$/, 'must be empty or end with a slash, such as tributary/')
      .default(''),
    defaultText: 'none',
    description: 'Text in front of the names of files, such as `tributary/`, for a bucket that others use too',
  },
  S3_PATH_STYLE: {
    schema: flag.optional(),
    defaultText: 'true with S3_ENDPOINT',
    description: 'Whether addresses contain the bucket in their path instead of the host',
  },
  BACKUP_PASSPHRASE: {
    schema: key('').optional(),
    defaultText: '`npm run backup` and `npm run restore` refuse to run',
    description: 'Passphrase of at least 16 characters that seals the keys of the installation in backups. Keep it apart from the backups',
    secret: true,
  },
} satisfies Record<string, ConfigKey>
