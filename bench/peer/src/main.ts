import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { v7 } from 'uuid';
import { AppModule } from './app.module.js';
import { invalid, ProblemFilter } from './problem.js';

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter({ genReqId: () => v7() }), {
  rawBody: true,
  logger: ['warn', 'error', 'fatal'],
});
app.useGlobalPipes(
  new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true, exceptionFactory: invalid }),
);
app.useGlobalFilters(new ProblemFilter());
app.enableShutdownHooks(['SIGTERM']);
await app.listen({ host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) });
