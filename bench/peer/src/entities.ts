import { Column, Entity, PrimaryColumn } from 'typeorm';

export const PRIORITIES = ['highest', 'high', 'medium', 'low', 'lowest'] as const;
export type Priority = (typeof PRIORITIES)[number];

@Entity('workspace')
export class Workspace {
  @PrimaryColumn('uuid') workspace_id!: string;
  @Column('text') name!: string;
  @Column('text') time_zone!: string;
  @Column('integer') lease_seconds!: number;
  @Column('timestamptz') created_at!: Date;
}

@Entity('api_key')
export class ApiKey {
  @PrimaryColumn('uuid') api_key_id!: string;
  @Column('uuid') workspace_id!: string;
  @Column('text') name!: string;
  /** SHA-256 of the secret. */
  @Column('bytea') hash!: Buffer;
  @Column('text', { array: true }) scopes!: string[];
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) revoked_at!: Date | null;
}

@Entity('idempotency_key')
export class IdempotencyKey {
  @PrimaryColumn('uuid') workspace_id!: string;
  @PrimaryColumn('text') key!: string;
  /** SHA-256 of method, path and body. */
  @Column('bytea') fingerprint!: Buffer;
  @Column('json', { nullable: true }) response!: object | null;
  @Column('timestamptz') created_at!: Date;
}

@Entity('smart_list')
export class SmartList {
  @PrimaryColumn('uuid') smart_list_id!: string;
  @Column('uuid') workspace_id!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('enum', { enum: PRIORITIES, enumName: 'priority' }) priority!: Priority;
  @Column('integer', { nullable: true }) max_attempts_per_day!: number | null;
  @Column('integer', { nullable: true }) max_attempts_total!: number | null;
  @Column('integer') min_retry_seconds!: number;
  @Column('integer') dial_timeout_seconds!: number;
  @Column('boolean') paused!: boolean;
  @Column('integer') version!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

@Entity('contact')
export class Contact {
  @PrimaryColumn('uuid') workspace_id!: string;
  @PrimaryColumn('uuid') contact_id!: string;
  @Column('text') phone!: string;
  @Column('text', { nullable: true }) name!: string | null;
  @Column('timestamptz') created_at!: Date;
}

@Entity('smart_list_member')
export class Member {
  @PrimaryColumn('uuid') smart_list_id!: string;
  @PrimaryColumn('uuid') contact_id!: string;
  @Column('uuid') workspace_id!: string;
  /** Increases in the order of additions. A bigint, which the driver reads as text. */
  @Column('bigint') position!: string;
  @Column('text') status!: 'queued' | 'in_call' | 'completed' | 'removed';
  /** The end of the retry gap or of the day whose cap is reached; at first the addition. */
  @Column('timestamptz') available_at!: Date;
  @Column('integer') attempt_count!: number;
  /** Attempts on the day `attempts_on` of the workspace's time zone. */
  @Column('integer') attempts_today!: number;
  @Column('date', { nullable: true }) attempts_on!: string | null;
  @Column('timestamptz', { nullable: true }) last_attempt_at!: Date | null;
  @Column('timestamptz') added_at!: Date;
}

@Entity('call')
export class Call {
  @PrimaryColumn('uuid') call_id!: string;
  @Column('uuid') workspace_id!: string;
  @Column('uuid') contact_id!: string;
  @Column('uuid') smart_list_id!: string;
  @Column('text') phone!: string;
  @Column('text') state!: 'in_progress' | 'completed';
  @Column('text', { nullable: true }) result!: string | null;
  @Column('integer') attempt_number!: number;
  /** The settings of the list as of the dispatch. */
  @Column('json') snapshot!: object;
  @Column('timestamptz') dispatched_at!: Date;
  @Column('timestamptz') lease_expires_at!: Date;
  @Column('timestamptz', { nullable: true }) ended_at!: Date | null;
}
