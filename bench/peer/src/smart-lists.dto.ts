import { IsBoolean, IsDivisibleBy, IsIn, IsInt, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import { PRIORITIES, type Priority } from './entities.js';

/** May be left out, and not be null. */
export const Optional = () => ValidateIf((_, value: unknown) => value !== undefined);
/** May be left out or be null. */
export const Nullable = () => ValidateIf((_, value: unknown) => value !== undefined && value !== null);

export class SmartListBody {
  @IsString() @Length(1, 200) name!: string;
  @Nullable() @IsString() @Length(0, 2_000) description?: string | null;
  @Optional() @IsIn(PRIORITIES) priority?: Priority;
  @Nullable() @IsInt() @Min(0) @Max(1_000_000) max_attempts_per_day?: number | null;
  @Nullable() @IsInt() @Min(0) @Max(1_000_000) max_attempts_total?: number | null;
  @Optional() @IsInt() @Min(0) @Max(31_536_000) min_retry_seconds?: number;
  @Optional() @IsInt() @Min(15) @Max(60) @IsDivisibleBy(5) dial_timeout_seconds?: number;
  @Optional() @IsBoolean() paused?: boolean;
}
