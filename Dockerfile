# Tokenario in a small image: no build tools, no root, one folder (/data) for what it keeps.
#   docker build -t tokenario . && docker run -p 8000:8000 -v tokenario:/data tokenario
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md ./
COPY app app
COPY templates templates
COPY static static
RUN python -m venv /opt/tokenario \
    && /opt/tokenario/bin/pip install --no-cache-dir '.[postgresql]'

FROM python:3.13-slim
RUN useradd --system --home-dir /data --create-home --shell /usr/sbin/nologin tokenario
COPY --from=build /opt/tokenario /opt/tokenario
ENV PATH=/opt/tokenario/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TOKENARIO_HOST=0.0.0.0 \
    TOKENARIO_LOG_FORMAT=json \
    TOKENARIO_VOCABULARY_DIR=/data/vocabularies \
    TOKENARIO_DATABASE_URL=sqlite:////data/tokenario.sqlite3
USER tokenario
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["tokenario", "serve"]
