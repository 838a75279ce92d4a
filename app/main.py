"""The application, wired. The only place that knows every part; no logic of its own.

`uvicorn --factory app.main:create_app` or `tokenario serve` run it.
"""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from app import __version__, logs
from app.services.describe_vocabulary import VocabularyDescriptions
from app.services.own_vocabularies import OwnVocabularies
from app.services.train_tokenizer import TrainingLimits
from app.services.training_runs import TrainingRuns
from app.settings import Settings
from app.vocabularies.shipped import build_registry
from app.web import error_handlers, routes
from app.web.assets import MOUNT, StaticAssets, resource_dir
from app.web.lifespan import lifespan
from app.web.middleware.head import HeadAsGet
from app.web.middleware.limits import BodyLimit, RateLimit
from app.web.middleware.observation import ErrorBoundary, Measurements, Observation
from app.web.middleware.security import ApiCors, SameSiteOnly, SecurityHeaders
from app.web.pictures.cache import PictureCache
from app.web.templating import Templates


def create_app(settings: Settings | None = None) -> FastAPI:
    """A new application; without settings, those of the environment."""
    settings = settings or Settings()
    logs.configure(settings.log_format, settings.log_level)
    assets = StaticAssets(resource_dir("static"))
    measurements = Measurements()

    app = FastAPI(
        title="Tokenario",
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        # Outermost first. Whatever answers in place of the routes stays inside the headers.
        middleware=[
            Middleware(Observation, measurements=measurements),
            Middleware(SecurityHeaders, embed_origins=settings.embed_origins, hsts=settings.hsts),
            Middleware(HeadAsGet),
            Middleware(GZipMiddleware, minimum_size=500, compresslevel=6),
            Middleware(ApiCors),
            Middleware(ErrorBoundary),
            Middleware(SameSiteOnly, public_url=settings.public_url),
            Middleware(RateLimit, rate=settings.rate_limit),
            Middleware(BodyLimit, max_bytes=settings.max_request_bytes),
        ],
    )
    app.state.settings = settings
    app.state.measurements = measurements
    app.state.pictures = PictureCache()
    app.state.own_vocabularies = OwnVocabularies(settings.max_uploads, settings.upload_minutes)
    app.state.facts = VocabularyDescriptions()
    app.state.registry = build_registry(settings.vocabulary_dir)
    app.state.registry.shelf = app.state.own_vocabularies
    app.state.trainings = TrainingRuns(
        TrainingLimits(
            settings.max_train_characters, settings.max_train_rules, settings.train_seconds
        ),
        settings.max_live_trainings,
        settings.train_memory_bytes,
    )
    app.state.templates = Templates(resource_dir("templates"), assets, routes.navigation())

    error_handlers.install(app)
    for section in routes.SECTIONS:
        app.include_router(section.router)
    app.mount(MOUNT, assets)
    return app
