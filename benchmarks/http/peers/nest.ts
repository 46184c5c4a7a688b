// NestJS as its manual has it: controllers, DTO classes, ValidationPipe; on Fastify or on Express by PLATFORM.
import 'reflect-metadata';
import { Body, Controller, Get, HttpCode, Module, Param, Post, Query, UnprocessableEntityException, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsEmail, IsInt, IsString, Length, Max, Min, ValidateNested } from 'class-validator';

class AddressDto {
  @IsString() @Length(1, 200) street!: string;
  @IsString() @Length(1, 200) city!: string;
  @IsString() @Length(0, 10) zip!: string;
}

class PersonDto {
  @IsString() @Length(1, 100) name!: string;
  @IsEmail() email!: string;
  @IsInt() @Min(0) @Max(150) age!: number;
  @IsArray() @ArrayMaxSize(10) @IsString({ each: true }) tags!: string[];
  @ValidateNested() @Type(() => AddressDto) address!: AddressDto;
}

class PersonId {
  @Type(() => Number) @IsInt() @Min(1) id!: number;
}

class Paging {
  @Type(() => Number) @IsInt() @Min(1) @Max(100) limit = 20;
}

@Controller()
class PeopleController {
  @Get('people/:id')
  fetch(@Param() { id }: PersonId, @Query() { limit }: Paging): object {
    return { id, limit, name: 'Ada Lovelace', active: true };
  }

  @Post('people')
  @HttpCode(200)
  create(@Body() person: PersonDto): PersonDto {
    return person;
  }

  @Get('text')
  text(): string {
    return 'hello world';
  }
}

@Module({ controllers: [PeopleController] })
class AppModule {}

const adapter = process.env['PLATFORM'] === 'express' ? new ExpressAdapter() : new FastifyAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
app.useGlobalPipes(
  new ValidationPipe({ transform: true, exceptionFactory: (errors) => new UnprocessableEntityException({ errors: errors.map(String) }) }),
);
await app.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1');
const address = app.getHttpServer().address() as { port: number };
process.send?.({ port: address.port });
