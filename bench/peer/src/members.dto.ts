import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsUUID, Matches, ValidateIf, ValidateNested } from 'class-validator';
import { E164 } from './contacts.controller.js';

/** A contact by its id or else by its phone. */
export class MemberReference {
  @ValidateIf(({ phone }: MemberReference) => phone === undefined) @IsUUID() contact_id?: string;
  @ValidateIf(({ contact_id }: MemberReference) => contact_id === undefined) @Matches(E164) phone?: string;
}

export class MembersBody {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => MemberReference)
  members!: MemberReference[];
}
