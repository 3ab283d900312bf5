import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Credentials } from '#http';
import { ChangeWorkspaceHandler } from './commands/change-workspace.command.js';
import { CreateApiKeyHandler } from './commands/create-api-key.command.js';
import { CreateWorkspaceHandler } from './commands/create-workspace.command.js';
import { DeleteWorkspaceHandler } from './commands/delete-workspace.command.js';
import { ParkWorkHandler } from './commands/park-work.command.js';
import { ResealSecretsHandler } from './commands/reseal-secrets.command.js';
import { RetryWorkHandler } from './commands/retry-work.command.js';
import { RevokeApiKeyHandler } from './commands/revoke-api-key.command.js';
import { RotateSigningSecretHandler } from './commands/rotate-signing-secret.command.js';
import { SkipWorkHandler } from './commands/skip-work.command.js';
import { ApiKeysController } from './http/api-keys.controller.js';
import { KeyCredentials } from './http/key-credentials.js';
import { KeysAhead } from './http/keys-ahead.js';
import { MeController } from './http/me.controller.js';
import { WorkspacesController } from './http/workspaces.controller.js';
import { GetMeHandler } from './queries/get-me.query.js';
import { GetWorkspaceHandler } from './queries/get-workspace.query.js';
import { ListApiKeysHandler } from './queries/list-api-keys.query.js';
import { ListWorkspacesHandler } from './queries/list-workspaces.query.js';
import { WorkspaceUses } from './queries/workspace-uses.js';
import { KeyUsage } from './workers/key-usage.js';

/**
 * Workspaces, API keys, signing secrets, GET /me and the admin routes; implements the Credentials of #http. The app
 * provides globally COMMAND_DECIDER, DURABLE_EVENTS, READ_MODEL, READ_MODEL_CACHE_WRITER, ROW_CHANGES, ROWS_LAG, CLOCK,
 * ID_SOURCE, TIMERS, RANDOMNESS, SECRET_BOX, PERSONAL_KEYS, DELIVERIES_WAITING and KEY_KIND.
 */
@Module({
  imports: [CqrsModule],
  controllers: [MeController, WorkspacesController, ApiKeysController],
  providers: [
    CreateWorkspaceHandler,
    ChangeWorkspaceHandler,
    DeleteWorkspaceHandler,
    CreateApiKeyHandler,
    RevokeApiKeyHandler,
    RotateSigningSecretHandler,
    ResealSecretsHandler,
    ParkWorkHandler,
    RetryWorkHandler,
    SkipWorkHandler,
    ListWorkspacesHandler,
    GetWorkspaceHandler,
    GetMeHandler,
    ListApiKeysHandler,
    WorkspaceUses,
    KeyUsage,
    KeysAhead,
    KeyCredentials,
    { provide: Credentials, useExisting: KeyCredentials },
  ],
  exports: [Credentials],
})
export class WorkspacesModule {}
