import { randomBytes } from 'node:crypto';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ArrayMinSize, IsArray, IsString, IsTimeZone, Length } from 'class-validator';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { Access, sha256 } from './access.js';
import { ApiKey, Workspace } from './entities.js';
import { ID } from './path-id.js';
import { notFound } from './problem.js';

class WorkspaceBody {
  @IsString() @Length(1, 200) name!: string;
  @IsTimeZone() time_zone!: string;
}

class KeyBody {
  @IsString() @Length(1, 200) name!: string;
  @IsArray() @ArrayMinSize(1) @IsString({ each: true }) scopes!: string[];
}

@Controller('admin/workspaces')
export class AdminController {
  constructor(private readonly source: DataSource) {}

  @Post()
  @Access('admin')
  async createWorkspace(@Body() { name, time_zone }: WorkspaceBody) {
    const workspace = { workspace_id: v7(), name, time_zone, lease_seconds: 7_200, created_at: new Date() };
    await this.source.manager.insert(Workspace, workspace);
    return { ok: true, workspace };
  }

  /** Only the hash of the secret is stored. */
  @Post(':id/api-keys')
  @Access('admin')
  async createKey(@Param('id', ID) workspace_id: string, @Body() { name, scopes }: KeyBody) {
    const { manager } = this.source;
    if (!(await manager.existsBy(Workspace, { workspace_id }))) throw notFound('workspace');
    const secret = `peer_${randomBytes(24).toString('base64url')}`;
    const key = { api_key_id: v7(), name, scopes, created_at: new Date() };
    await manager.insert(ApiKey, { ...key, workspace_id, hash: sha256(secret), revoked_at: null });
    return { ok: true, api_key: key, secret };
  }
}
