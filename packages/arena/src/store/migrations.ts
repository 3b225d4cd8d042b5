/**
 * The versions of the store's tables, oldest first. A migration that was published is never changed: a new one is added.
 * Written with kysely's schema builder, so that the same steps suit another database.
 */
import type { Kysely, Migration } from 'kysely';

export const MIGRATIONS: { readonly [name: string]: Migration } = {
  '001-accounts-matches-records': {
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('accounts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('guest', 'integer', (column) => column.notNull())
        .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createTable('matches')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('match_id', 'text', (column) => column.notNull().unique())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('durability', 'text', (column) => column.notNull())
        .addColumn('rated', 'integer', (column) => column.notNull())
        .addColumn('public', 'integer', (column) => column.notNull())
        .addColumn('block', 'integer')
        .addColumn('start', 'integer')
        .addColumn('length', 'integer')
        .execute();
      await db.schema.createTable('match_accounts')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('match_accounts_key', ['account', 'number'])
        .execute();
      await db.schema.createTable('live_lines')
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('line', 'integer', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('live_lines_key', ['number', 'line'])
        .execute();
      await db.schema.createTable('blocks')
        .addColumn('block', 'integer', (column) => column.primaryKey())
        .addColumn('last_number', 'integer', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('blocks_last_number').on('blocks').column('last_number').execute();
      await db.schema.createIndex('matches_status').on('matches').column('status').where('status', '=', 'live').execute();
    },
  },
};
